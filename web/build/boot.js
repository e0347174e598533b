// Runs before anything is painted.
;(() => {
  const root = document.documentElement
  const read = (key) => sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? ''
  let choice = null
  let context = {}
  try {
    choice = localStorage.getItem('theme')
    context = Object.fromEntries(__CONTEXT__.map((key) => [key, read(key)]))
  } catch {
    // Storage can be forbidden; the system's theme and the sign-in page are right then.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'

  // Filled while building: route path → files its page needs.
  const chunks = __CHUNKS__
  const path = location.pathname
  const isPublic = __PUBLIC__.includes(path)
  const signedIn = !!context.loginToken
  // The frame that the page comes with (src/frame/frame.tsx): what will be shown, as far as it can be known.
  if (signedIn && !isPublic) root.dataset.awaits = 'shell'
  else if (path === '/login' || (!isPublic && path in chunks)) root.dataset.awaits = 'signIn'
  const wanted = isPublic || signedIn || !(path in chunks) ? path : '/login'
  for (const file of chunks[wanted] ?? []) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }

  if (!signedIn) return
  // What the application will ask first, a whole script download earlier than it could (src/api/boot-answers.ts).
  window.bootAnswers = []
  const ask = (path, input) => {
    const body = JSON.stringify({ ...context, ...input })
    const headers = { 'content-type': 'application/json' }
    const answer = fetch(path, { method: 'POST', headers, body, signal: AbortSignal.timeout(__TIMEOUT_MS__) })
    const asked = { path, body, askedMs: performance.now(), answer }
    const arrived = () => {
      asked.arrivedMs = performance.now()
    }
    // Whoever takes it up hears of a failure; on its own it is none.
    answer.then(arrived, arrived)
    window.bootAnswers.push(asked)
  }
  ask(__MENU__, { needMenu: 1 })
  // Filled while building: route path → what its page asks for where nothing is filtered, now or last time.
  const first = __FIRST_CALLS__[path]
  if (!first || location.search !== '') return
  const last = first.restores && read(first.restores + context.employeeId)
  if (last === '' || last === '""') ask(first.path, first.input)
})()
