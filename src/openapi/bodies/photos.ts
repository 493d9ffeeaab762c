import { component, listOf, object, text, whole } from './schema.ts'

const SOURCES = listOf(
  component('PhotoSource', object({ url: text(), width: whole('Pixels across.') })),
  'Narrowest first.',
)

export const PHOTO = component(
  'Photo',
  object({
    caption: text('Empty where there is none.'),
    mixedSources: object({ jpeg: SOURCES, webp: SOURCES }, 'The picture in several widths.'),
  }),
)

export const PHOTOS = listOf(PHOTO, 'In the order of the listing.')

export const LINK = component('PictureLink', object({ url: text() }))
