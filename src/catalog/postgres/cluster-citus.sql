-- The same distribution by the Citus extension, for whoever has it: to be run with psql on the coordinator, once its
-- workers are added (citus_add_node), on a catalogue to which `plat cluster init` was not applied. Plat's tests have no
-- server with Citus: this file is written from its documentation and was not run. Try it on a copy.
--
-- Searches find a home by `bucket`, which follows from its county. Tables with one distribution column and as many
-- shards are co-located, so that a search of a place, its words and cards included, is one query on one worker.
BEGIN;
CREATE EXTENSION IF NOT EXISTS citus;

-- A unique index of a distributed table holds the distribution column.
ALTER TABLE catalog.for_sale DROP CONSTRAINT for_sale_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.for_sale_text DROP CONSTRAINT for_sale_text_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.for_rent DROP CONSTRAINT for_rent_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.for_rent_text DROP CONSTRAINT for_rent_text_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.sold DROP CONSTRAINT sold_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.sold_text DROP CONSTRAINT sold_text_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.card DROP CONSTRAINT card_pkey, ADD PRIMARY KEY (zpid, bucket);

SELECT create_distributed_table('catalog.for_sale', 'bucket', shard_count := 32, colocate_with := 'none');
SELECT create_distributed_table('catalog.for_sale_text', 'bucket', colocate_with := 'catalog.for_sale');
SELECT create_distributed_table('catalog.for_rent', 'bucket', colocate_with := 'catalog.for_sale');
SELECT create_distributed_table('catalog.for_rent_text', 'bucket', colocate_with := 'catalog.for_sale');
SELECT create_distributed_table('catalog.sold', 'bucket', colocate_with := 'catalog.for_sale');
SELECT create_distributed_table('catalog.sold_text', 'bucket', colocate_with := 'catalog.for_sale');
SELECT create_distributed_table('catalog.card', 'bucket', colocate_with := 'catalog.for_sale');

-- Records are looked up by the home.
SELECT create_distributed_table('catalog.home', 'id', shard_count := 32, colocate_with := 'none');

-- What is small and joined with is on every worker.
SELECT create_reference_table('catalog.meta');
SELECT create_reference_table('catalog.building_card');

-- The ring test of polygons runs where the rows are.
SELECT create_distributed_function('catalog.in_ring(float8, float8, float8[], int4[])');

-- From here on nodes name the buckets that a search is about. Citus commits on all workers or on none.
INSERT INTO catalog.meta VALUES ('citus', '');
UPDATE catalog.meta SET value = value::int8 + 1 WHERE name = 'revision';
COMMIT;
