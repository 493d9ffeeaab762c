import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

export interface Tab {
  readonly name: string
  readonly title: string
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly chosen: string
  readonly onChoose: (name: string) => void
  /** The content of the chosen tab. */
  readonly children: ComponentChildren
}

/** Tabs with arrow-key navigation, after the ARIA pattern. */
export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // if no tab is chosen, the Tab key reaches the first
  const reached = tabs.some(({ name }) => name === chosen) ? chosen : tabs[0]?.name
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    const at = tabs.findIndex(({ name }) => name === reached)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (next === undefined) return
    onChoose(next.name)
    list.current?.querySelector<HTMLElement>(`[data-name="${next.name}"]`)?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ name, title }) => (
          <button
            type="button"
            role="tab"
            key={name}
            data-name={name}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === reached ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={step}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-label={tabs.find(({ name }) => name === chosen)?.title}>
        {children}
      </div>
    </div>
  )
}
