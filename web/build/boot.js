// Runs before anything is painted.
;(() => {
  const root = document.documentElement
  let choice = null
  let signedIn = false
  try {
    choice = localStorage.getItem('theme')
    signedIn = !!(sessionStorage.getItem('loginToken') || localStorage.getItem('loginToken'))
  } catch {
    // Storage can be forbidden; the system's theme and the sign-in page are right then.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'

  // Filled while building: route path → files its page needs.
  const chunks = __CHUNKS__
  const path = location.pathname
  const isPublic = path === '/login' || path.startsWith('/agreement/')
  for (const file of chunks[isPublic || signedIn ? path : '/login'] ?? []) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }
})()
