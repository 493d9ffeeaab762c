import type { Database } from '../../../kit/postgres/database.ts'
import type { ChangeLog } from '../../ports/change-log.ts'
import { LAST_CHANGE } from '../tables/change-tables.ts'

/** A log that begins with the last change: nothing was written down yet. */
export function changeLog(database: Database): ChangeLog {
  return {
    async bounds() {
      const [row] = await database.query<{ last: number }>({ name: 'last-change', text: LAST_CHANGE, values: [] })
      return { after: Number(row?.last ?? 0), upTo: Number(row?.last ?? 0) }
    },
    between: async () => [],
    ofRecord: async () => [],
    recordsAt: async (noun, ids) => {
      const { recordPages } = await import('./record-pages.ts')
      return (await recordPages(database).byId(noun as 'home', ids as readonly number[])).map(
        ({ record }) => record,
      ) as never
    },
  }
}
