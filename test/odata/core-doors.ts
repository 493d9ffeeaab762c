import { after, before } from 'node:test'
import { systemClock } from '../../src/kit/base/clock.ts'
import { gatherSample } from '../sample/trial.ts'
import { DoorServer } from './door-server.ts'
import { importedCatalog } from './imported-world.ts'
import { MadeCatalog } from './made-catalog.ts'
import { type DeclaredSet, readMetadata } from './metadata-document.ts'
import { writeOddWorld } from './odd-world.ts'
import { type ResoSample, resoSample } from './reso-sample.ts'

/** A running service that RESO's scenarios are asked of, and what its resources hold. */
export interface CoreDoor {
  readonly name: string
  readonly door: DoorServer
  readonly samples: readonly ResoSample[]
}

const HOMES = 150

/** Opens a service over a sample with everything in it, and one over imported rows, for all tests of a file. */
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
      const door = new DoorServer({ ...catalog.context, clock: systemClock }) // records were just put
      const { types, sets } = readMetadata((await door.ask('/$metadata')).text)
      const samples: ResoSample[] = []
      for (const type of types) {
        const set = sets.find((each) => each.name === type.name) as DeclaredSet // each type has one
        samples.push(await resoSample(door, type, set))
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

/** A query as RESO's runner writes it: expressions are encoded, the names of options are not. */
export function query(options: Readonly<Record<string, string | number>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}
