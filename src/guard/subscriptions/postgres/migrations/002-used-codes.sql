-- Codes of OAuth that were exchanged, until they would have expired in any case. Only the node that inserts a code may use it.
CREATE TABLE plat.used_code (
  code_hash text COLLATE "C" PRIMARY KEY,
  use_id text NOT NULL,
  until_ms bigint NOT NULL
);
