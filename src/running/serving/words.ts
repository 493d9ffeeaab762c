import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { Settings } from '../../kit/base/settings.ts'
import type { Words } from '../../kit/base/words.ts'
import { cardMaker } from '../../service/rendering/card-maker.ts'

/** Returns the portal's name and the link origins for answers. `local`: the base URL of the service on this machine. */
export function wordsOf(settings: Settings, local = `http://127.0.0.1:${settings.port[0]}`): Words {
  return Object.freeze({
    Portal: settings.portalWord,
    portal: settings.portalWord.toLowerCase(),
    portalOrigin: settings.portalOrigin,
    mediaOrigin: settings.mediaOrigin || local,
  })
}

/**
 * Returns the renderer of search results for these settings. An import stores the rendered JSON, so that a service
 * starts faster.
 */
export function cardsOf(settings: Settings): CardMaker {
  return cardMaker(wordsOf(settings))
}
