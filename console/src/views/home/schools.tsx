import { decimal } from '../../parts/format.ts'
import { Table } from '../../parts/table.tsx'
import type { School } from '../../service/answers.ts'

export function Schools({ schools }: { schools: readonly School[] }) {
  if (schools.length === 0) return null
  return (
    <section>
      <h2>Schools</h2>
      <Table
        caption="Schools near the home"
        rows={schools}
        keyOf={({ name }) => name}
        columns={[
          { title: 'School', cell: ({ name, isAssigned }) => (isAssigned ? <strong>{name}</strong> : name) },
          { title: 'Level', cell: ({ level, grades }) => [level, grades].filter(Boolean).join(', ') },
          { title: 'Rating', cell: ({ rating }) => decimal(rating), isNumber: true },
          { title: 'Miles', cell: ({ distance }) => decimal(distance), isNumber: true },
        ]}
      />
      <small class="quiet">Schools in bold are assigned to this home.</small>
    </section>
  )
}
