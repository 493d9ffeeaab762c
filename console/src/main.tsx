import { render } from 'preact'
import '../../src/doors/openapi/reference/browser/look.css'
import './look/parts.css'
import './look/shell.css'
import './look/print.css'
import { applyTheme } from './service/theme.ts'
import { Shell } from './shell/shell.tsx'

applyTheme()
const app = document.getElementById('app')
if (app !== null) render(<Shell />, app)
