/**
 * Price changes of each metro in whole percent, from published indices. By year for 2009 to 2019 and 2023 to 2025. By
 * half-year for 2020 to 2022, when markets turned within a year.
 */
const MOVES: Readonly<Record<string, string>> = {
  Seattle: '-10 -8 -11 1 14 7 13 11 13 8 2 | 4 7 11 5 12 -6 | 1 5 1',
  Portland: '-9 -6 -8 5 13 8 13 12 7 4 3 | 3 6 9 5 8 -4 | 0 2 -1',
  'San Francisco': '-8 -1 -7 12 21 12 15 5 10 8 0 | 2 6 10 5 10 -8 | 0 3 -3',
  'Los Angeles': '-6 -3 -6 7 19 8 -1 5 11 12 1 | 1 8 7 8 9 -2 | 4 5 0',
  'San Diego': '-5 -1 -6 8 18 7 9 7 8 4 2 | 3 7 12 6 14 -5 | 6 3 -2',
  Phoenix: '-19 -10 -7 22 20 5 9 7 7 8 6 | 6 7 12 11 11 -4 | 1 0 -3',
  Denver: '-1 -2 -3 8 11 10 15 10 7 6 4 | 3 6 8 5 9 -4 | 0 1 -3',
  Austin: '-2 -3 -2 6 11 12 10 7 4 4 4 | 4 8 18 6 15 -6 | -7 -3 -5',
  Dallas: '0 -3 -3 5 8 8 12 11 9 6 3 | 2 6 9 8 13 -1 | 0 0 -4',
  Minneapolis: '-6 -4 -10 8 11 5 7 7 7 6 5 | 4 5 8 3 7 -2 | 1 2 2',
  Chicago: '-11 -7 -9 -3 12 7 5 5 6 4 2 | 2 4 8 4 7 -2 | 5 5 4',
  Nashville: '-4 -3 -4 3 7 7 12 12 10 7 5 | 4 6 10 12 15 -1 | 1 2 0',
  Atlanta: '-12 -8 -10 4 17 10 8 8 9 9 6 | 3 7 11 10 13 0 | 4 1 -3',
  Miami: '-19 -7 -5 7 20 13 11 9 9 9 3 | 2 5 9 10 14 3 | 8 4 -3',
  Charlotte: '-6 -5 -6 3 7 5 8 9 9 7 6 | 4 8 12 10 13 0 | 3 2 -1',
  Philadelphia: '-4 -3 -6 -1 4 2 4 4 5 4 5 | 4 6 8 2 9 0 | 5 4 3',
  'New York': '-7 -1 -4 0 5 5 5 4 9 7 5 | 3 3 7 4 6 -1 | 6 6 4',
  Boston: '-3 0 -4 4 9 6 8 7 7 6 2 | 3 6 8 2 9 -2 | 5 5 2',
}

const FIRST_YEAR = 2009
const HALVES_FROM = 2020
const HALVES_UNTIL = 2023

/** Percent per year before the listed years. */
const EARLIER_YEARS = -5
/** Percent per year after the listed years. */
const LATER_YEARS = 2

/** Returns the price change of a half-year in percent. `half` is 0 or 1. */
export function halfYearGrowth(city: string, year: number, half: number): number {
  const [before = [], halves = [], after = []] = movesOf(city)
  if (year < FIRST_YEAR) return EARLIER_YEARS / 2
  if (year < HALVES_FROM) return (before[year - FIRST_YEAR] ?? 0) / 2
  if (year < HALVES_UNTIL) return halves[(year - HALVES_FROM) * 2 + half] ?? 0
  return (after[year - HALVES_UNTIL] ?? LATER_YEARS) / 2
}

function movesOf(city: string): number[][] {
  const moves = MOVES[city]
  if (moves === undefined) throw new Error(`It is not known how prices moved in ${city}`)
  return moves.split(' | ').map((part) => part.split(' ').map(Number))
}
