-- What `plat cluster` runs: the tables of searches in partitions by county, on several PostgreSQL servers.
-- The coordinator is the database of PLAT_DATABASE_URL. It keeps everything else, and knows each partition as a foreign
-- table. What stands in braces is filled in; no password is ever shown.

-- == shard: once on each server
CREATE SCHEMA plat_shard;

-- == shard-table: on the server of a partition, for each table and bucket
-- Rows say since and until which change they are shown: servers do not commit at one instant; see search-rows.ts.
CREATE TABLE plat_shard.{partition} (
  {columns},
  since int8 NOT NULL, until int8 NOT NULL, PRIMARY KEY (zpid, since));
{indexes}
CREATE INDEX {partition}_until ON plat_shard.{partition} (until) WHERE until < 9223372036854775807;

-- == coordinator: once
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
CREATE SCHEMA shards;

-- == server: for each server, on the coordinator
-- A server that does not answer fails a search at once instead of holding it up. Planning asks no server.
CREATE SERVER {server} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (
  host {host}, port {port}, dbname {database}{tls},
  connect_timeout '2', tcp_user_timeout '2000', keepalives_idle '5', keepalives_interval '1', keepalives_count '2',
  use_remote_estimate 'false', async_capable 'true', fetch_size '10000', batch_size '500', application_name 'plat');
CREATE USER MAPPING FOR CURRENT_USER SERVER {server} OPTIONS (user {user}, password {password});
CREATE SCHEMA {server};

-- == table: for each table, on the coordinator
CREATE TABLE shards.{table} (
  {columns},
  since int8 NOT NULL, until int8 NOT NULL) PARTITION BY LIST (bucket);

-- == partition: for each table and bucket, on the coordinator
CREATE FOREIGN TABLE {server}.{partition} PARTITION OF shards.{table} FOR VALUES IN ({bucket})
  SERVER {server} OPTIONS (schema_name 'plat_shard', table_name '{partition}');

-- == fill: for each table, on the coordinator; from here on searches read the partitions
INSERT INTO shards.{table} SELECT {names}, 1, 9223372036854775807 FROM catalog.{table};
DROP TABLE catalog.{table};
CREATE VIEW catalog.{table} AS {shown};

-- == copy: for each table of a bucket that moves to a new server, on the coordinator
CREATE FOREIGN TABLE {server}.{partition} (
  {columns},
  since int8 NOT NULL, until int8 NOT NULL)
  SERVER {server} OPTIONS (schema_name 'plat_shard', table_name '{partition}');
INSERT INTO {server}.{partition} SELECT * FROM {from}.{partition};

-- == switch: for each table of a bucket that has been copied, all in one transaction
ALTER TABLE shards.{table} DETACH PARTITION {from}.{partition};
ALTER TABLE shards.{table} ATTACH PARTITION {server}.{partition} FOR VALUES IN ({bucket});
DROP FOREIGN TABLE {from}.{partition};

-- == moved: for each of them afterwards, on the server that had it
DROP TABLE plat_shard.{partition};
