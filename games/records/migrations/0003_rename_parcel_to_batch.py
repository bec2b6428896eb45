from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [('records', '0002_published_records')]

    operations = [migrations.RenameField('submittedrecord', 'parcel', 'batch')]
