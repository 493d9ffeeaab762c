import { useRef, useState } from 'preact/hooks'
import { isLoadable, PicturesElsewhere } from '../../parts/picture.tsx'
import type { Photo } from '../../service/answers.ts'

/** Shows the pictures that this page may load, and a link to the pictures that it may not load. */
export function Pictures({ photos }: { photos: readonly Photo[] }) {
  const [shown, elsewhere] = [photos.filter(isShowable), photos.filter((photo) => !isShowable(photo))]
  return (
    <>
      {shown.length > 0 && <Strip photos={shown} />}
      <PicturesElsewhere addresses={elsewhere.flatMap(({ mixedSources: { jpeg } }) => jpeg.at(-1)?.url ?? [])} />
    </>
  )
}

function isShowable({ mixedSources: { jpeg } }: Photo): boolean {
  return jpeg.length > 0 && jpeg.every(({ url }) => isLoadable(url))
}

/** A strip of pictures to swipe, scroll or step through by keyboard. */
function Strip({ photos }: { photos: readonly Photo[] }) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const step = (by: number) => {
    const next = Math.min(photos.length - 1, Math.max(0, shown + by))
    strip.current?.children[next]?.scrollIntoView({ inline: 'start', block: 'nearest', behavior: 'smooth' })
  }
  const look = () => {
    const { current } = strip
    const first = current?.children[0] as HTMLElement | undefined // the children are list items
    if (current && first) setShown(Math.round(current.scrollLeft / first.offsetWidth))
  }
  return (
    <section class="pictures" aria-label="Pictures">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ul ref={strip} tabIndex={0} onScroll={look}>
        {photos.map(({ caption, mixedSources: { jpeg } }, i) => (
          <li key={jpeg[0]?.url ?? i}>
            <img
              src={jpeg.at(-1)?.url}
              srcset={srcset(jpeg)}
              sizes="(max-width: 45rem) 92vw, 30rem"
              alt={caption || `Picture ${i + 1}`}
              loading={i < 2 ? 'eager' : 'lazy'}
              width="768"
              height="512"
            />
          </li>
        ))}
      </ul>
      <div class="pictures-bar">
        <span class="quiet">
          {shown + 1} of {photos.length}
          {photos[shown]?.caption && ` · ${photos[shown].caption}`}
        </span>
        <Step label="Previous picture" path="M15 5l-7 7 7 7" onClick={() => step(-1)} />
        <Step label="Next picture" path="M9 5l7 7-7 7" onClick={() => step(1)} />
      </div>
    </section>
  )
}

function srcset(sizes: Photo['mixedSources']['jpeg']): string {
  return sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

function Step({ label, path, onClick }: { label: string; path: string; onClick: () => void }) {
  return (
    <button type="button" class="icon-button" aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}
