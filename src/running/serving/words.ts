import type { CardMaker } from '../../catalog/ports/cards.ts'
import type { Settings } from '../../kit/base/settings.ts'
import type { Words } from '../../kit/base/words.ts'
import { cardMaker } from '../../service/rendering/card-maker.ts'

/** The words and origins that answers carry. `local`: the address on this machine, if it is known better than by its port. */
export function wordsOf(settings: Settings, local = `http://127.0.0.1:${settings.port[0]}`): Words {
  return Object.freeze({
    Portal: settings.portalWord,
    portal: settings.portalWord.toLowerCase(),
    portalOrigin: settings.portalOrigin,
    mediaOrigin: settings.mediaOrigin || local,
  })
}

/** The cards that a server with these settings answers with: made at import, they are ready when it starts. */
export function cardsOf(settings: Settings): CardMaker {
  return cardMaker(wordsOf(settings))
}
