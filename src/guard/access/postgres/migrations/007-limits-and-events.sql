-- The limits of a key as JSON (key-limits.ts); null without limits.
ALTER TABLE plat.key ADD limits text;

-- Who changed which key: the log for operators.
CREATE TABLE plat.key_event (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_ms bigint NOT NULL,
  key_id text NOT NULL,
  action text NOT NULL,
  detail text NOT NULL,
  by_user text NOT NULL
);
