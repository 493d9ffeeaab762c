-- Who is withheld, and who asked for whom. One row: the secret keys the marks, so that nobody can tell from a copy of
-- the marks alone whether a name is among them. `change` is another one after each change of the list; random, since a
-- standby that takes over, or a copy that is put in place, may have had as many changes, and yet others.
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
