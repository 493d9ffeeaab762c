import { AMOUNT, meaningOf, quantity } from './amounts.ts'
import { asking, type Finding, valued, withoutEffect } from './finding.ts'
import { phrase, type Sentence } from './sentence.ts'

const NAMED = '(?:hoa|association|homeowners? association)(?: fees?| dues| costs?)?'
const MONTHLY = '(?: ?(?:/|per|a) ?(?:mo(?:nth)?)| monthly)?'
const NO_DUES = phrase(`(?:no|without|zero|non|0)(?: an?| any)?[ -]?${NAMED}`)
const BEFORE = quantity(AMOUNT, { before: `${NAMED}:? (?:is |of )?`, after: MONTHLY })
const COMPARED = phrase(String.raw`(?:max(?:imum)?|low) ${NAMED}(?: of)? (?<most>\$? ?\d[\d,]*)${MONTHLY}`)
const BEHIND = quantity(String.raw`\$ ?\d[\d,]*`, { after: `${MONTHLY} ${NAMED}` })

export function dues(sentence: Sentence): readonly Finding[] {
  return [
    ...sentence.takeAll(NO_DUES).map(({ words }) => asking(words, 'maxHOA', 'No_HOA_Fee')),
    ...sentence
      .takeAll(COMPARED)
      .map(({ words, groups }) => atMost(words, Number((groups.most ?? '').replace(/[$, ]/g, '')))),
    ...[BEFORE, BEHIND]
      .flatMap((pattern) => sentence.takeAll(pattern))
      .map((match) => atMost(match.words, meaningOf(match).max)),
  ]
}

function atMost(words: string, most: number): Finding {
  if (!Number.isFinite(most)) return withoutEffect(words, 'no filter has minimum dues.')
  return valued(words, 'maxHOA', most, `${most}_dollars_month`)
}
