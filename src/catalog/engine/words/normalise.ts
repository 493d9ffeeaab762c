/** Letters that Unicode does not decompose into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}
const NOT_TAKEN_APART = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')
const NOT_ASCII = /[^\0-\x7f]/

/**
 * Text as words separated by single blanks, without case, accents and punctuation. Apostrophes join (`Owner’s`
 * becomes `owners`); everything else that is neither letter nor digit separates.
 */
export function normaliseText(text: string): string {
  const lower = text.toLowerCase()
  if (!NOT_ASCII.test(lower))
    return lower
      .replaceAll("'", '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return lower
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ]/gu, '')
    .replace(NOT_TAKEN_APART, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
