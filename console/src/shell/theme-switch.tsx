import { useStore } from '../service/store.ts'
import { nextTheme, theme } from '../service/theme.ts'

const SAYS = { system: 'same as the system', light: 'light', dark: 'dark' }

/** A button that cycles through system, light and dark. */
export function ThemeSwitch() {
  const now = useStore(theme)
  const says = `Theme: ${SAYS[now]}`
  return (
    <button type="button" class="icon-button" onClick={nextTheme} aria-label={says} title={says}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {now === 'light' && (
          <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
        )}
        {now === 'dark' && <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />}
        {now === 'system' && (
          <>
            <path d="M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z" />
            <path class="filled" d="M12 4a8 8 0 0 1 0 16z" />
          </>
        )}
      </svg>
    </button>
  )
}
