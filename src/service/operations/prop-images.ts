import { sourceName } from '../../catalog/ports/source-name.ts'
import { answer, MAYBE_TEXT } from '../../kit/answers/answer-head.ts'
import { component, Ready, text } from '../../kit/answers/index.ts'
import { drawnPhotosUrl, firstPhotoUrl, homePhotos, PHOTOS } from '../rendering/photos.ts'
import { homeUrl } from '../rendering/portal-urls.ts'
import { anyOf, HOME_FAILURES, HOME_IDENTIFIERS, identifyHome } from './identify.ts'
import { operation } from './operation.ts'

export const propertyImages = operation({
  path: '/propimages',
  summary: 'The pictures of a property.',
  group: 'Specific property info',
  parameters: HOME_IDENTIFIERS,
  rules: anyOf(HOME_IDENTIFIERS, 'property'),
  failures: HOME_FAILURES,
  answer: component(
    'Images',
    answer({
      propertyURL: text('URL of the home’s page.'),
      hiResImageLink: text(),
      streetViewImageUrl: MAYBE_TEXT,
      originalPhotos: PHOTOS,
    }),
  ),
  run: async (args, { catalog, words }) => {
    const home = await identifyHome(args, catalog, { originalPhotos: [] })
    return {
      message: '200: Success',
      source: sourceName(catalog.about(), home),
      propertyURL: homeUrl(home, words),
      hiResImageLink: firstPhotoUrl(home.listing ?? {}, drawnPhotosUrl('home', home.zpid, words), 1536, words),
      streetViewImageUrl: null,
      originalPhotos: Ready.list(homePhotos(home, words)).inPlace,
    }
  },
})
