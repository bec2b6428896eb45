"""The database itself keeps the ledger append-only: what stands in it is neither changed nor deleted."""

from django.db import migrations

REFUSE = """
CREATE FUNCTION results_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The ledger is append-only: row % of % cannot be %.', OLD.id, TG_TABLE_NAME,
        CASE TG_OP WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END
        USING ERRCODE = 'restrict_violation', HINT = 'Enter a result that supersedes it.';
END $$;

CREATE TRIGGER result_stays BEFORE UPDATE OR DELETE ON results_result
    FOR EACH ROW EXECUTE FUNCTION results_refuse_change();

CREATE TRIGGER result_seat_stays BEFORE UPDATE OR DELETE ON results_resultseat
    FOR EACH ROW EXECUTE FUNCTION results_refuse_change();
"""

CHAIN = """
CREATE FUNCTION results_check_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM results_result earlier
        WHERE earlier.id = NEW.supersedes_id AND earlier.pool_id = NEW.pool_id AND earlier.subject = NEW.subject
            AND earlier.number < NEW.number;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'A result supersedes an earlier one of its own pool and subject, not row %.', NEW.supersedes_id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER result_continues_its_chain BEFORE INSERT ON results_result
    FOR EACH ROW WHEN (NEW.supersedes_id IS NOT NULL) EXECUTE FUNCTION results_check_chain();
"""

UNDO = """
DROP TRIGGER result_continues_its_chain ON results_result;
DROP TRIGGER result_seat_stays ON results_resultseat;
DROP TRIGGER result_stays ON results_result;
DROP FUNCTION results_check_chain();
DROP FUNCTION results_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("results", "0001_initial")]

    operations = [migrations.RunSQL(REFUSE + CHAIN, UNDO)]
