import type { Settings } from './settings.ts'

/**
 * Request headers that may carry an API key, in lower case, in the order in which they are read: the service's own,
 * those that programs commonly use, and those that the operator names. Authorization is last, because other programs on
 * the way use it too.
 */
export function keyHeadersOf({
  serviceWord,
  keyHeaders = '',
}: Pick<Settings, 'serviceWord'> & Partial<Pick<Settings, 'keyHeaders'>>): readonly string[] {
  const named = keyHeaders.split(',').filter((name) => name !== '' && name !== LAST)
  return [...new Set([`x-${serviceWord}-key`, 'x-api-key', ...named, LAST])]
}

const LAST = 'authorization'
