/**
 * The Huffman code of every text that `deflate.ts` writes: what a compressor would count out for a mixture of the
 * sample's cards of homes, offers and experiences, in equal shares. Every symbol has a code, so that any bytes can be
 * written; those that cards never hold have the longest one.
 */

/** Bits of the code of each byte, of the end, and of each class of lengths, as hexadecimal digits. */
export const LITERAL_BITS =
  'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb6b4bbbbbbbbb577766667777776bbbbbb8999a8ab9bb88998b978a9aba99b8b9b586647775b856556b5' +
  '556888788b7bbbbabbbbbbbbbbbbbbbbbbbbbbbbabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbba9bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' +
  'bbbbbbbbbbbbbbbbbbbbbbbbbbab56778788a877b997998bbbbbbbbb'

/** Bits of the code of each class of distances. */
export const DISTANCE_BITS = '788888664543443544444578888888'

/** The beginning of a block that is not the last one and has this code, in base64: it tells readers the lengths above. */
export const BLOCK_HEADER =
  '7F0FYBvJFS0zM3f7y+1IWhBu0UnO17R24ka+XC+pm453v6SpZ2e2M7O2ZVeFKzPjlZmZGS5lZmZmZrjOSpZ9lpoocbmVaffPf/+/+TQyAw=='
export const BLOCK_HEADER_BITS = 626
