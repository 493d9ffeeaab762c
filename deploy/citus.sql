-- Distributes the tables of a catalog over the workers of Citus. Run once, on the coordinator, as the owner of the tables,
-- after an import or a sample has made them: docs/citus.md
\set ON_ERROR_STOP on
BEGIN;
-- A search of all states asks every shard, so few shards are cheap. There must be at least as many as workers, ever.
SET LOCAL citus.shard_count = 8;

-- Searched by state: a search of one state reads a single shard, which has its homes, their words and their cards.
SELECT create_distributed_table('catalog.card', 'state', colocate_with => 'none');
SELECT create_distributed_table(format('catalog.%s', name), 'state', colocate_with => 'catalog.card')
FROM unnest(ARRAY['for_sale', 'for_sale_text', 'for_rent', 'for_rent_text', 'sold', 'sold_text']) AS name;

-- Read by key: the records of homes, and the rows of the RESO Web API. A call knows the key of a home, but not its state.
SELECT create_distributed_table('catalog.home', 'id', colocate_with => 'none');
SELECT create_distributed_table('catalog.property', 'key', colocate_with => 'none');
SELECT create_distributed_function('catalog.as_json(text)');

-- Joined with homes on the workers, so each worker has them all. The key of a building has no state. Changes have two
-- keys, so Citus can distribute them by neither.
SELECT create_reference_table('catalog.building_card');
SELECT create_reference_table('catalog.home_change');

-- All other tables stay on the coordinator. Citus reads a distributed home_point in all circles, not in the first that
-- has enough homes, and cannot look up several addresses at once in a distributed address_book.

SELECT truncate_local_data_after_distributing_table(format('catalog.%s', name))
FROM unnest(ARRAY['card', 'for_sale', 'for_sale_text', 'for_rent', 'for_rent_text', 'sold', 'sold_text', 'home',
  'property', 'building_card', 'home_change']) AS name;
COMMIT;
