import { after, before } from 'node:test'
import { systemClock } from '../../src/kit/base/clock.ts'
import { gatherSample } from '../sample/trial.ts'
import type { JsonRow } from './asked.ts'
import { DoorServer } from './door-server.ts'
import { importedCatalog } from './imported-world.ts'
import { MadeCatalog } from './made-catalog.ts'
import { type DeclaredField, readMetadata } from './metadata-document.ts'
import { writeOddWorld } from './odd-world.ts'

/** Rows of a resource, and the resource's fields according to the metadata. */
export interface ResoSample {
  readonly name: string
  readonly key: string
  readonly fields: readonly DeclaredField[]
  readonly rows: readonly JsonRow[]
}

/** A running service for RESO's test scenarios, and what its resources contain. */
export interface CoreDoor {
  readonly name: string
  readonly door: DoorServer
  readonly samples: readonly ResoSample[]
}

const HOMES = 150
const ROWS = 1000

/** Opens two services for all tests of a file: one with a sample of every record type, one with imported rows. */
export function coreDoors(): () => readonly CoreDoor[] {
  const made: MadeCatalog[] = []
  const doors: CoreDoor[] = []
  before(async () => {
    const { records } = await gatherSample(HOMES)
    const sample = MadeCatalog.holding((writer) => {
      for (const noun of ['office', 'agent', 'home', 'offer'] as const)
        for (const record of records[noun]) writer.put(noun, record)
      writeOddWorld(writer)
    })
    made.push(sample, await importedCatalog())
    for (const [i, name] of ['the sample', 'imported rows'].entries()) {
      const catalog = made[i] as MadeCatalog // made above
      const door = new DoorServer({ ...catalog.context, clock: systemClock }) // real time, because the records were just written
      const samples: ResoSample[] = []
      for (const { name: resource, keys, fields } of readMetadata((await door.ask('/$metadata')).text).types) {
        const rows = await door.rows(`/${resource}?$top=${ROWS}`)
        samples.push({ name: resource, key: keys[0] ?? '', fields, rows })
      }
      doors.push({ name, door, samples })
    }
  })
  after(() => {
    for (const { door } of doors) door.close()
    for (const catalog of made) catalog.remove()
  })
  return () => doors
}

/** Writes a query as RESO's test program does: encodes the expressions, but not the names of options. */
export function query(options: Readonly<Record<string, string | number>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}
