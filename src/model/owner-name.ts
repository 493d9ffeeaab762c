import { foldText } from '../kit/names/name-key.ts'

/** An owner named in a county's assessment roll. Spellings of the same name have the same key. */
export interface OwnerName {
  /** A company, a trust or a public body is a `company`. */
  readonly kind: 'person' | 'company'
  /** The name as written, without roles such as TRUSTEE: `SMITH JOHN A`. */
  readonly name: string
  /** The normalized words. Words of a person are sorted, because rolls write `SMITH JOHN A` for `John A. Smith`. */
  readonly key: string
}

/** Patterns of spelling variants in normalized text, each with the word that replaces them. */
const SPELLINGS: readonly (readonly [spelling: RegExp, word: string])[] = [
  [/\b(?:limited liability (?:company|co)|ltd liability (?:company|co)|l l c)\b/g, 'llc'],
  [/\b(?:limited liability partnership|l l p)\b/g, 'llp'],
  [/\b(?:limited partnership|l p)\b/g, 'lp'],
  [/\bet (al|ux|vir)\b/g, 'et$1'],
  [/\brevocable\b/g, 'rev'],
  [/\bliving\b/g, 'liv'],
  [/\bfam\b/g, 'family'],
  [/\b(family|liv|rev)( liv)? trs?\b/g, '$1$2 trust'],
  [/\b(?:estate of|life estate|jt ten|joint tenants?|tenants in common|h w)\b/g, 'etal'],
  [/\bincorporated\b/g, 'inc'],
  [/\bcorporation\b/g, 'corp'],
  [/\bcompany\b/g, 'co'],
  [/\blimited\b/g, 'ltd'],
  [/\b(?:association|assoc)\b/g, 'assn'],
  [/\bhldgs\b/g, 'holdings'],
  [/\bprops\b/g, 'properties'],
]

/** Words in names of companies, trusts and public bodies that hardly ever occur in names of people. */
const COMPANY_WORDS = new Set(
  `llc inc corp co lp llp ltd trust assn hoa bank church ministries foundation university college school district
   authority county city town village commission department dept housing agency partnership partners holdings properties
   property investments investors investment realty rentals leasing group enterprises ventures development developers
   builders construction homes apartments condominium condominiums associates capital equity fund funding acquisitions
   assets mortgage financial savings federal national borrower reit management services solutions international
   industries society hospital diocese cooperative railroad utilities`.split(/\s+/),
)

const PUBLIC_BODY = /^(?:united states|state of|secretary of|commonwealth of|usa$)/

/** Roles of a person in a deed. They are not part of the name. */
const ROLES = new Set(
  'etal etux etvir trustee trustees ttee ttees tr trs jt jtwros husband wife aka dec deceased heirs'.split(' '),
)

/** Separates people. The name of the second person of a couple follows `ETUX` or `ET VIR`. */
const BETWEEN_OWNERS = /\s*(?:&|;|\/|\b(?:and|et ?ux|et ?vir)\b)\s*/i

/** Matches `c/o` or a similar mark, and the name after it: the recipient of the mail, who may not own the home. */
const CARE_OF = /(?:\bc\s*\/\s*o\b|%|\battn\b).*$/i

/** Whether a name belongs to a company, a trust or a public body. */
export function isCompany(name: string): boolean {
  const words = foldedWords(name)
  // Church and Bank are also surnames, which rolls put first.
  const isWord = (word: string, at: number) =>
    COMPANY_WORDS.has(word) && (at > 0 || /^(?:of|for)$/.test(words[1] ?? ''))
  return PUBLIC_BODY.test(words.join(' ')) || words.some(isWord)
}

/**
 * Returns the owners in a text of a roll. `SMITH JOHN A & MARY B` are two people with one surname, and
 * `SMITH & SONS LLC` is one company.
 */
export function ownersIn(text: string): readonly OwnerName[] {
  const plain = text.replace(CARE_OF, '').replaceAll(/\s+/g, ' ').trim()
  const whole = plain.replace(/^.*\btrustees? (?:of|for) (?:the )?(?=\S)/i, '')
  const parts = whole.split(BETWEEN_OWNERS).filter((part) => nameWords(part).length > 0)
  const names = isCompany(whole) && !parts.every(isCompany) ? [whole] : withSurnames(parts)
  const owners = new Map(names.map(ownerNamed).map((owner) => [owner.key, owner]))
  return [...owners.values()].filter(({ key }) => key !== '')
}

/** Returns the normalized words of a name, without roles. Searches compare these words. */
export function ownerWords(text: string): readonly string[] {
  return [...new Set(nameWords(text.replace(CARE_OF, '')))]
}

function ownerNamed(text: string): OwnerName {
  const words = nameWords(text)
  if (isCompany(text)) return { kind: 'company', name: text, key: words.filter((word) => word !== 'the').join(' ') }
  const name = text.split(' ').filter((word) => nameWords(word).length > 0)
  return { kind: 'person', name: name.join(' ').replace(/,$/, ''), key: words.toSorted().join(' ') }
}

/**
 * Adds a couple's surname to the partner without one: from the first partner in roll order (`SMITH JOHN & MARY`), or
 * from the second in natural order (`John & Mary Smith`).
 */
function withSurnames(names: readonly string[]): readonly string[] {
  const [first = '', second = ''] = names
  if (names.length < 2 || names.some(isCompany)) return names
  const isGiven = (name: string) => fullWords(name).length === 1 && !name.includes(',')
  if (isGiven(first) && fullWords(second).length > 1) return [`${first} ${second.split(' ').at(-1)}`, ...names.slice(1)]
  const surname = /^[^ ,]*/.exec(first)?.[0] ?? ''
  return names.map((name, at) => (at > 0 && isGiven(name) ? `${surname} ${name}` : name))
}

/** Returns the words of a person's name that are not initials or generations. */
function fullWords(name: string): readonly string[] {
  return nameWords(name).filter((word) => word.length > 1 && !/^(?:jr|sr|ii|iii|iv)$/.test(word))
}

function nameWords(text: string): readonly string[] {
  return foldedWords(text).filter((word) => !ROLES.has(word) && word !== 'and')
}

function foldedWords(text: string): readonly string[] {
  const folded = SPELLINGS.reduce(
    (rest, [spelling, word]) => rest.replaceAll(spelling, word),
    foldText(text.replaceAll('&', ' ')),
  )
  return folded.split(' ').filter(Boolean)
}
