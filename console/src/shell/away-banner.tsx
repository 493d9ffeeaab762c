import { Button } from '../parts/button.tsx'
import { away, look } from '../service/connection.ts'
import { useStore } from '../service/store.ts'

export function AwayBanner() {
  if (!useStore(away)) return null
  return (
    <div class="banner" role="alert">
      <span>The service does not respond. Failed requests are sent again as soon as it responds.</span>
      <Button kind="quiet" onClick={() => void look()}>
        Try now
      </Button>
    </div>
  )
}
