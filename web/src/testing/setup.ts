import { configure } from '@testing-library/react'

// A form that is loaded lazily is compiled while a test waits for it; beside other suites that takes longer than a second.
configure({ asyncUtilTimeout: 8_000 })

// The simulated browser has no top layer: what is shown in it stands in the page like everything else.
if (typeof HTMLElement !== 'undefined') {
  HTMLElement.prototype.showPopover ??= () => {}
  HTMLElement.prototype.hidePopover ??= () => {}
}
