import type { Region } from '../../../model/region.ts'

/** A region as the table `region` contains it, as JSON. */
export interface StoredRegion extends Region {
  /** Whether all homes of the region are in `state`. */
  readonly isInOneState: boolean
}

/** Compares strings byte by byte, as everywhere in Plat. */
const TEXT = 'text COLLATE "C"'

/**
 * SQL for places and regions. The sums of each state are stored, and indexes find a state's box, so that no commit has
 * to read all places.
 */
const REGIONS = `
  CREATE TABLE catalog.place (
    place int4 PRIMARY KEY, key ${TEXT} NOT NULL UNIQUE, address text NOT NULL, state ${TEXT} NOT NULL,
    homes int8 NOT NULL DEFAULT 0, located int8 NOT NULL DEFAULT 0, listings int8 NOT NULL DEFAULT 0,
    latitude_sum float8 NOT NULL DEFAULT 0, longitude_sum float8 NOT NULL DEFAULT 0,
    west float8 NOT NULL DEFAULT 'Infinity', south float8 NOT NULL DEFAULT 'Infinity',
    east float8 NOT NULL DEFAULT '-Infinity', north float8 NOT NULL DEFAULT '-Infinity'
  );
  ${['west', 'south', 'east', 'north'].map((side) => `CREATE INDEX place_${side} ON catalog.place (state, ${side});`).join('\n  ')}
  CREATE TABLE catalog.place_state (
    state ${TEXT} PRIMARY KEY, homes int8 NOT NULL, located int8 NOT NULL, listings int8 NOT NULL,
    latitude_sum float8 NOT NULL, longitude_sum float8 NOT NULL
  );
  CREATE TABLE catalog.place_region (region ${TEXT} NOT NULL, place int4 NOT NULL, PRIMARY KEY (region, place));
  CREATE INDEX place_region_place ON catalog.place_region (place);
  CREATE TABLE catalog.region (key ${TEXT} PRIMARY KEY, value text, revision int8 NOT NULL);
  CREATE INDEX region_revision ON catalog.region (revision);`

/**
 * The kinds of market facts. A large import adds parts to a place one by one; a change merges a place's parts into one.
 */
const MARKET = ['sales', 'rents', 'values']
  .map(
    (kind) => `
  CREATE TABLE catalog.market_${kind} (
    place int4 NOT NULL, part int4 NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (place, part)
  );
  ALTER TABLE catalog.market_${kind} ALTER bytes SET STORAGE EXTERNAL;`,
  )
  .join('')

/** SQL for the deals of agents, and the terms by which agents are found; see `catalog/agents`. */
const AGENTS = `
  CREATE TABLE catalog.agent_deal (
    agent ${TEXT} NOT NULL, kind int2 NOT NULL, zpid int8 NOT NULL, at_ms float8 NOT NULL, price float8,
    sold_for int8 NOT NULL, place int4 NOT NULL
  );
  CREATE INDEX agent_deal_agent ON catalog.agent_deal (agent, at_ms DESC, zpid) INCLUDE (kind, sold_for);
  CREATE INDEX agent_deal_home ON catalog.agent_deal (zpid);
  CREATE TABLE catalog.agent_term (term ${TEXT} NOT NULL, agent ${TEXT} NOT NULL, PRIMARY KEY (term, agent));
  CREATE INDEX agent_term_agent ON catalog.agent_term (agent);`

/** SQL for the owners of homes, and the words by which they are found; see `catalog/owners`. */
const OWNERS = `
  CREATE TABLE catalog.home_owner (
    owner ${TEXT} NOT NULL, zpid int8 NOT NULL, place int4 NOT NULL, name ${TEXT} NOT NULL, mail ${TEXT} NOT NULL,
    estimate float8, assessed float8, latitude float8, longitude float8
  );
  CREATE INDEX home_owner_owner ON catalog.home_owner (owner, zpid);
  CREATE INDEX home_owner_home ON catalog.home_owner (zpid);
  CREATE INDEX home_owner_mail ON catalog.home_owner (mail);
  CREATE TABLE catalog.owner_term (term ${TEXT} NOT NULL, owner ${TEXT} NOT NULL, PRIMARY KEY (term, owner));
  CREATE INDEX owner_term_owner ON catalog.owner_term (owner);`

/** SQL for the number of records with an event on each day. */
const DAYS = `
  CREATE TABLE catalog.event_day (noun ${TEXT} NOT NULL, day int4 NOT NULL, uses int8 NOT NULL, PRIMARY KEY (noun, day));`

/** SQL for the tables of sums over homes: places, markets and agents. */
export const TALLY_TABLES = `${REGIONS}${MARKET}${AGENTS}${OWNERS}${DAYS}`
