"""What the models say and what the migrations make are one."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_the_models_and_migrations_of_every_app_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
