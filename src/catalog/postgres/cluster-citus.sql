-- What `plat cluster init` runs where the database has workers of Citus (citus_add_node) and no shards are named: the
-- extension distributes the tables then, and nodes ask the coordinator alone. All of it is one transaction.
--
-- Searches find a home by `bucket`, which follows from its county. Tables with one distribution column and as many
-- shards are co-located, so that a search of a place, its words and cards included, is one query on one worker. A shard
-- follows from a hash of the bucket: {shards} is filled in, as many as spread the buckets most evenly over the workers.

-- == distribute: once
-- A unique index of a distributed table holds the distribution column.
ALTER TABLE catalog.for_sale DROP CONSTRAINT for_sale_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.for_sale_text DROP CONSTRAINT for_sale_text_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.for_rent DROP CONSTRAINT for_rent_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.for_rent_text DROP CONSTRAINT for_rent_text_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.sold DROP CONSTRAINT sold_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.sold_text DROP CONSTRAINT sold_text_pkey, ADD PRIMARY KEY (zpid, bucket);
ALTER TABLE catalog.card DROP CONSTRAINT card_pkey, ADD PRIMARY KEY (zpid, bucket);

SELECT create_distributed_table('catalog.for_sale', 'bucket', shard_count := {shards}, colocate_with := 'none');
SELECT create_distributed_table('catalog.for_sale_text', 'bucket', colocate_with := 'catalog.for_sale');
SELECT create_distributed_table('catalog.for_rent', 'bucket', colocate_with := 'catalog.for_sale');
SELECT create_distributed_table('catalog.for_rent_text', 'bucket', colocate_with := 'catalog.for_sale');
SELECT create_distributed_table('catalog.sold', 'bucket', colocate_with := 'catalog.for_sale');
SELECT create_distributed_table('catalog.sold_text', 'bucket', colocate_with := 'catalog.for_sale');
SELECT create_distributed_table('catalog.card', 'bucket', colocate_with := 'catalog.for_sale');

-- Records are looked up by the home.
SELECT create_distributed_table('catalog.home', 'id', shard_count := 32, colocate_with := 'none');

-- Parts of cards that are joined with pages of searches are on every worker. All that is small is on the coordinator.
SELECT create_reference_table('catalog.building_card');

-- What was distributed is still on the coordinator, where nobody sees it.
SELECT truncate_local_data_after_distributing_table(name) FROM unnest('{catalog.for_sale, catalog.for_sale_text,
  catalog.for_rent, catalog.for_rent_text, catalog.sold, catalog.sold_text, catalog.card, catalog.home,
  catalog.building_card}'::regclass[]) AS name;
