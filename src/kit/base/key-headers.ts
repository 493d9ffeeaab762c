import type { Settings } from './settings.ts'

/**
 * Returns the names of the request headers that may carry an API key, in lower case. They are read in this order: the
 * service's own headers, common headers, and headers that the operator sets. Authorization is last, because proxies use
 * it too.
 */
export function keyHeadersOf({
  serviceWord,
  keyHeaders = '',
}: Pick<Settings, 'serviceWord'> & Partial<Pick<Settings, 'keyHeaders'>>): readonly string[] {
  const named = keyHeaders.split(',').filter((name) => name !== '' && name !== LAST)
  return [...new Set([`x-${serviceWord}-key`, 'x-api-key', ...named, LAST])]
}

const LAST = 'authorization'
