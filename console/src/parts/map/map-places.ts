import counties from 'reference:counties'
import places from 'reference:places'

export { counties, places }
