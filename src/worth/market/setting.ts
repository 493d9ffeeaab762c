import type { Context } from '../../catalog/ports/context.ts'
import { sourceName } from '../../catalog/ports/source-name.ts'
import { dayNumber } from '../../kit/base/clock.ts'
import type { Setting } from './figure.ts'

const COMPUTED = { source: 'Plat, computed from the homes of this catalog' }

export function settingOf({ catalog, clock }: Pick<Context, 'catalog' | 'clock'>): Setting {
  const about = catalog.about()
  return {
    catalog,
    today: dayNumber(clock.now()),
    names: { computed: sourceName(about, COMPUTED), published: (series) => sourceName(about, series) },
  }
}
