-- What `plat cluster` runs: what searches read, on several PostgreSQL servers by county.
-- The coordinator is the database of PLAT_DATABASE_URL. It keeps everything else, and knows the tables of each shard as
-- foreign tables. What stands in braces is filled in; no password is ever shown.

-- == shard: once on each server
-- Rows that were shown up to the change in `removed` may be gone: nodes ask shards themselves, and so see whether they
-- are late. `newest` is the last change that was made here, whether it was shown in the end or not.
CREATE SCHEMA plat_shard;
CREATE TABLE plat_shard.removed (shard int2 NOT NULL, change int8 NOT NULL, newest int8 NOT NULL);
INSERT INTO plat_shard.removed VALUES ({number}, 0, 0);

-- == shard-table: for each table on each server
-- Rows say since and until which change they are shown: servers do not commit at one instant; see shard-changes.ts.
CREATE TABLE plat_shard.{table} ({columns}, PRIMARY KEY ({key}, since));
CREATE INDEX {table}_until ON plat_shard.{table} (until) WHERE until < 9223372036854775807;

-- == coordinator: once
-- `building` tells in which bucket there are homes of a building, the first that was found.
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
CREATE SCHEMA shards;
CREATE TABLE shards.removed (shard int2 NOT NULL, change int8 NOT NULL, newest int8 NOT NULL) PARTITION BY LIST (shard);
CREATE TABLE shards.building (building text COLLATE "C" PRIMARY KEY, bucket int2 NOT NULL);

-- == server: for each server, on the coordinator
-- A server that does not answer fails a search at once instead of holding it up. Planning asks no server. A change
-- takes as long as it takes there, too, whatever the role or the database sets: the coordinator ends what is too slow.
CREATE SERVER {server} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (
  host {host}, port {port}, dbname {database}{tls},
  connect_timeout '2', tcp_user_timeout '2000', keepalives_idle '5', keepalives_interval '1', keepalives_count '2',
  options '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  use_remote_estimate 'false', async_capable 'true', batch_size '500', application_name 'plat');
CREATE USER MAPPING FOR CURRENT_USER SERVER {server} OPTIONS (user {user}, password {password});
CREATE SCHEMA {server};
CREATE FOREIGN TABLE {server}.removed PARTITION OF shards.removed FOR VALUES IN ({number})
  SERVER {server} OPTIONS (schema_name 'plat_shard', table_name 'removed');

-- == table: for each table, on the coordinator
CREATE TABLE shards.{table} ({columns}) PARTITION BY LIST ({by});

-- == foreign: for each table and server, on the coordinator
CREATE FOREIGN TABLE {server}.{table} ({columns})
  SERVER {server} OPTIONS (schema_name 'plat_shard', table_name '{table}', fetch_size '{rows}');

-- == attach: for each of them; what a shard has is a list of buckets, or its own copy of the whole
ALTER TABLE shards.{table} ATTACH PARTITION {server}.{table} FOR VALUES IN ({values});

-- == detach: before it is attached with another list
ALTER TABLE shards.{table} DETACH PARTITION {server}.{table};

-- == fill: for each table that shards share, on the coordinator
INSERT INTO shards.{table} SELECT {names}, {change}, 9223372036854775807 FROM catalog.{table};

-- == view: for each of them; from here on searches read the shards
DROP TABLE catalog.{table};
CREATE VIEW catalog.{table} AS {shown};

-- == copies: for each table that is everywhere, and each server
INSERT INTO {server}.{table} SELECT {names}, {number}, {change}, 9223372036854775807 FROM catalog.{table};

-- == buildings: once, before the tables are filled
INSERT INTO shards.building SELECT building, min(bucket) FROM ({rows}) found WHERE building IS NOT NULL GROUP BY building;
INSERT INTO catalog.meta SELECT '{split}', '1' WHERE EXISTS (
  SELECT FROM ({rows}) found JOIN shards.building USING (building) WHERE found.bucket <> building.bucket);

-- == move: for each table that shards share; whoever still reads the change before finds the rows where they were
INSERT INTO {server}.{table} SELECT {names}, {change}, 9223372036854775807 FROM catalog.{table} WHERE {moved};
