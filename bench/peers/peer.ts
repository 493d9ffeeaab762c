import type { Query } from '../../src/catalog/ports/query.ts'
import type { Page } from './page.ts'

/** A database that can answer Plat's searches of homes, with tables for them in a folder. */
export interface Peer {
  /** Loads the listings of a catalog into an empty folder. Returns the milliseconds, without reading the catalog. */
  load(folder: string, dataDir: string): Promise<number>
  open(folder: string): Promise<PeerSearch>
}

export interface PeerSearch {
  search(query: Query): Page | Promise<Page>
  close(): unknown
}

export const PEER_NAMES = ['SQLite', 'PostGIS', 'DuckDB'] as const
export type PeerName = (typeof PEER_NAMES)[number]

/** Loads a peer's module only when it is needed, because DuckDB's module needs a package. */
export async function peerNamed(name: PeerName): Promise<Peer> {
  if (name === 'SQLite') return (await import('./sqlite.ts')).SQLITE
  return name === 'PostGIS' ? (await import('./postgis.ts')).POSTGIS : (await import('./duckdb.ts')).DUCKDB
}
