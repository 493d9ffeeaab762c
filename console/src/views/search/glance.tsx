import './glance.css'
import { type Facets, numbersOf } from '../../parts/filters/facets.ts'
import { Histogram } from '../../parts/filters/histogram.tsx'
import { figureText, labelOf, rangeWords } from '../../parts/filters/labels.ts'
import { money } from '../../parts/format.ts'
import type { FormValues, OperationField } from '../../service/operation-fields.ts'
import { endsOf } from '../../service/range-text.ts'
import type { FoundHome, SortKeys } from './search-page.ts'

interface GlanceProps {
  readonly facets: Facets
  readonly fields: readonly OperationField[]
  readonly given: FormValues
  /** The range while its handles move, with its parameter. */
  readonly drag: Drag | undefined
  /** Called while a handle moves, before the search. */
  readonly onDrag: (drag: Drag) => void
  readonly onChange: (change: FormValues) => void
}

/** A range while its handles move, before the search. */
export interface Drag {
  readonly name: string
  readonly text: string
}

/** Filters with a chart above the results. */
const CHARTS: readonly (readonly [name: string, key: keyof SortKeys])[] = [
  ['listPriceRange', 'leastPrice'],
  ['squareFeetRange', 'livingArea'],
  ['yearBuiltRange', 'yearBuilt'],
]

/** Whether a home is in the range that the handles show. */
export function isIn(home: FoundHome, { name, text }: Drag): boolean {
  const key = CHARTS.find(([chart]) => chart === name)?.[1]
  const [min, max] = endsOf(text)
  const value = key && home.keys[key]
  return value !== undefined && value >= Number(min) && (max === '' || value <= Number(max))
}

/** On a phone the charts start collapsed, to leave room for the list. */
const PHONE = matchMedia('(max-width: 45rem)')

/** Figures and charts of the whole result. Dragging the handles of a chart narrows the search. */
export function Glance({ facets, fields, given, drag, onDrag, onChange }: GlanceProps) {
  const charts = CHARTS.flatMap(([name]) => fields.find((field) => field.name === name) ?? [])
  const figures = figuresOf(facets)
  return (
    <details class="glance sheet" open={!PHONE.matches}>
      <summary>
        <strong>At a glance</strong>
        {figures.map((figure) => (
          <span key={figure}>{figure}</span>
        ))}
      </summary>
      <div class="glance-charts">
        {charts.map((field) => {
          const { name, entry } = field
          const numbers = numbersOf(name, facets)
          if (numbers === undefined || entry.kind !== 'range') return null
          const format = (value: number) => figureText(value, entry.unit)
          const [min, max] = endsOf(drag?.name === name ? drag.text : (given[name] ?? ''))
          return (
            <div key={name}>
              <p>
                <strong>{labelOf(field)}</strong>
                <span class="quiet">{min === '' && max === '' ? 'any' : rangeWords(min, max, format)}</span>
              </p>
              <Histogram
                label={labelOf(field)}
                numbers={numbers}
                text={given[name] ?? ''}
                format={format}
                onDrag={(text) => onDrag({ name, text })}
                onChange={(text) => onChange({ [name]: text })}
              />
            </div>
          )
        })}
        <small class="quiet">
          Changing a range starts a new search: 1 credit, plus 1 for the map if the list is incomplete.
        </small>
      </div>
    </details>
  )
}

function figuresOf({ numbers: { price, pricePerSquareFoot } }: Facets): readonly string[] {
  if (price?.median == null) return []
  return [
    `median ${money(price.median)}`,
    `half between ${money(price.p25)} and ${money(price.p75)}`,
    ...(pricePerSquareFoot?.median == null ? [] : [`median ${money(pricePerSquareFoot.median)} per sq ft`]),
  ]
}
