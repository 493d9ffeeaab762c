import { type Fields, known, listAt, numberAt, textAt } from './json.ts'

/** The one value of a home, who says it, its range, and who says that, of all who say one in their order. */
export function valueTold(valuation: unknown): Fields {
  const said = listAt(valuation, 'values')
  const ranged = said.find((each) => rangeOf(each).length > 0)
  return known({
    value: numberAt(said[0], 'value'),
    value_by: textAt(said[0], 'source'),
    value_range: rangeOf(ranged),
    range_by: textAt(ranged, 'source'),
  })
}

/** Reads the value likewise from the document of a home, which has none by comparable sales. */
export function valueInDocument(home: Fields): Fields {
  const [value, source] = [numberAt(home, 'zestimate'), textAt(home, 'valueSource', 'source')]
  const [low, high] = ['low80', 'high80'].map((end) => numberAt(home, 'valueSource', 'estimate', end))
  const end = (name: string, sign: 1 | -1) => {
    const percent = textAt(home, name)
    return value === null || percent === null ? null : Math.round(value * (1 + (sign * Number(percent)) / 100))
  }
  const ends = {
    low: low ?? end('zestimateLowPercent', -1),
    high: high ?? end('zestimateHighPercent', 1),
  }
  return valueTold({ values: [{ value, source, ...ends }] })
}

export function rangeOf(said: unknown): readonly number[] {
  const [low, high] = [numberAt(said, 'low'), numberAt(said, 'high')]
  return low === null || high === null ? [] : [low, high]
}

/** Everybody's value, one row each. */
export function saidRows(valuation: unknown): readonly Fields[] {
  return listAt(valuation, 'values').map((said) => ({
    by: textAt(said, 'source'),
    kind: textAt(said, 'kind'),
    value: numberAt(said, 'value'),
    low: numberAt(said, 'low'),
    high: numberAt(said, 'high'),
  }))
}
