/**
 * What Plat asks of the extension Citus, in a database without it: one worker of two answers, and whatever is to be
 * distributed is noted in `distributed`, and stays where it is.
 */
export const STAND_IN_CITUS = `
  CREATE TABLE pg_dist_node (nodeid int, groupid int, nodename text, nodeport int, noderole text, shouldhaveshards boolean);
  INSERT INTO pg_dist_node VALUES (1, 0, 'db0', 5432, 'primary', false), (2, 1, 'db1', 5432, 'primary', true),
    (3, 2, 'db2', 5432, 'primary', true);
  CREATE TABLE pg_dist_placement (shardid int8, groupid int);
  INSERT INTO pg_dist_placement SELECT shard, 1 + shard % 2 FROM generate_series(0, 15) AS shard;
  CREATE FUNCTION citus_get_active_worker_nodes(OUT node_name text, OUT node_port int8) RETURNS SETOF record LANGUAGE sql
    AS $$ SELECT nodename, nodeport FROM pg_dist_node WHERE shouldhaveshards $$;
  CREATE FUNCTION citus_check_connection_to_node(text, int) RETURNS boolean LANGUAGE sql AS $$ SELECT $1 = 'db1' $$;
  CREATE FUNCTION get_shard_id_for_distribution_column(regclass, int2) RETURNS int8 LANGUAGE sql AS $$ SELECT $2::int8 $$;
  CREATE FUNCTION worker_hash(int2) RETURNS int LANGUAGE sql
    AS $$ SELECT ($1::int8 * 268435456 - 2147483648 + 1000)::int $$;
  CREATE TABLE distributed (name text, by text, shards int);
  CREATE FUNCTION create_distributed_table(regclass, text, shard_count int DEFAULT NULL, colocate_with text DEFAULT NULL)
    RETURNS void LANGUAGE sql AS $$ INSERT INTO distributed SELECT $1::text, $2, shard_count $$;
  CREATE FUNCTION create_reference_table(regclass) RETURNS void LANGUAGE sql
    AS $$ INSERT INTO distributed SELECT $1::text, 'everywhere' $$;
  CREATE FUNCTION truncate_local_data_after_distributing_table(regclass) RETURNS void LANGUAGE sql
    AS $$ UPDATE distributed SET by = by || ', emptied' WHERE name = $1::text $$`
