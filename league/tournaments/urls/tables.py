"""What lies on the tables: short links, the clock on the wall."""

from django.urls import path

from league.tournaments.urls.places import DESK, EVENT
from league.tournaments.views import at_table, projector, table_links

TABLE = "t/<str:key>/"
ROUND = f"{DESK}rounds/<int:number>/"
LINK = f"{DESK}links/<str:link>/"

urlpatterns = [
    path("t/", at_table.find, name="table-find"),
    path(TABLE, at_table.table, name="table"),
    path(f"{TABLE}seat/", at_table.take_seat, name="table-seat"),
    path(f"{TABLE}leave/", at_table.leave_seat, name="table-leave"),
    path(f"{TABLE}report/", at_table.report, name="table-report"),
    path(f"{TABLE}answer/", at_table.answer, name="table-answer"),
    path(f"{ROUND}links/", table_links.links, name="links"),
    path(f"{ROUND}links/make/", table_links.make, name="links-make"),
    path(f"{ROUND}links/withdraw/", table_links.revoke_all, name="links-revoke"),
    path(f"{LINK}withdraw/", table_links.revoke, name="link-revoke"),
    path(f"{LINK}renew/", table_links.renew, name="link-renew"),
    path(f"{LINK}seats/<int:seat>/free/", table_links.free, name="link-free"),
    path(f"{ROUND}clock/", table_links.set_clock, name="clock"),
    path(f"{EVENT}projector/", projector.projector, name="projector"),
]
