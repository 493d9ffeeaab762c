import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { PropertySearch } from '../../src/catalog/ports/property-search.ts'
import { naiveProperties } from '../search/naive-properties.ts'

/** A catalogue whose properties are searched by plain scans. */
export function withNaiveProperties(catalog: Catalog): Catalog {
  let version = ''
  let search: PropertySearch | undefined
  const current = () => {
    if (search === undefined || version !== catalog.version()) search = naiveProperties(catalog.pages)
    version = catalog.version()
    return search
  }
  const properties: PropertySearch = {
    page: (query) => current().page(query),
    values: (column) => current().values(column),
  }
  return withMembers(catalog, { properties })
}

/** A catalogue with some members in place of its own. */
export function withMembers(catalog: Catalog, members: Partial<Catalog>): Catalog {
  return new Proxy(catalog, {
    get: (target, name) => {
      const own = name in members ? Reflect.get(members, name) : Reflect.get(target, name, target)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}
