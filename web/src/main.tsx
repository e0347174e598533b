import './theme/tokens.css'
import './theme/base.css'
import './components/field/field.css'
import { start } from './app/start.tsx'
import { followSystemTheme } from './theme/theme-choice.ts'

followSystemTheme()
void start()
