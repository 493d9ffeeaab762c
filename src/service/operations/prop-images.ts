import { MAYBE_TEXT } from '../../kit/answers/answer-head.ts'
import { Ready, text } from '../../kit/answers/index.ts'
import { homePhotos, homePhotoUrl, PHOTOS } from '../rendering/photos.ts'
import { homeUrl } from '../rendering/portal-urls.ts'
import { homeOperation } from './about-one.ts'

export const propertyImages = homeOperation({
  path: '/propimages',
  summary: 'The pictures of a property.',
  answer: 'Images',
  keys: {
    propertyURL: text('URL of the home’s page.'),
    hiResImageLink: text(),
    streetViewImageUrl: MAYBE_TEXT,
    originalPhotos: PHOTOS,
  },
  empty: { originalPhotos: [] },
  run: (home, { words }) => ({
    propertyURL: homeUrl(home, words),
    hiResImageLink: homePhotoUrl(home, 1536, words),
    streetViewImageUrl: null,
    originalPhotos: Ready.list(homePhotos(home, words)).inPlace,
  }),
})
