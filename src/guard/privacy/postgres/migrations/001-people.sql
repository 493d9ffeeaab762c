-- Withheld people and the audit log. This table has one row. The secret keys the marks, so that a copy of the marks alone
-- does not reveal whether a name is among them. `change` gets a new random value with each change of the list. A counter
-- would not do: a standby that takes over, or a restored backup, may have had the same number of different changes.
CREATE TABLE plat.withheld (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  secret bytea NOT NULL,
  change uuid NOT NULL DEFAULT gen_random_uuid()
);

CREATE TABLE plat.suppression (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id text UNIQUE,
  erased boolean NOT NULL,
  since_ms bigint NOT NULL
);

CREATE TABLE plat.mark (
  number bigint NOT NULL REFERENCES plat.suppression (number),
  address int NOT NULL,
  name text NOT NULL,
  mark text NOT NULL,
  PRIMARY KEY (number, mark)
);
CREATE INDEX mark_of_person ON plat.mark (mark);

CREATE TABLE plat.audit (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_ms bigint NOT NULL,
  key_id text NOT NULL,
  label text NOT NULL,
  operation text NOT NULL,
  subject text NOT NULL,
  request_id text NOT NULL
);
CREATE INDEX audit_at ON plat.audit (at_ms, number);

CREATE FUNCTION plat.refuse_change_of_audit() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is never changed';
END
$$;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON plat.audit
  FOR EACH STATEMENT EXECUTE FUNCTION plat.refuse_change_of_audit();
