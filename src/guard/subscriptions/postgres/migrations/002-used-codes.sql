-- Codes of OAuth that were exchanged, until they would be over in any case: whoever inserts one is the one who may use it.
CREATE TABLE plat.used_code (
  code_hash text COLLATE "C" PRIMARY KEY,
  use_id text NOT NULL,
  until_ms bigint NOT NULL
);
