// Runs behind the frame. Who is signed in is known already, and decides how wide the head's end is.
try {
  const [merchant, person] = document.querySelectorAll('[data-who]>span>*')
  const info = JSON.parse(sessionStorage.getItem('loginInfo') ?? localStorage.getItem('loginInfo') ?? '{}')
  const roles = info.roleNames ?? []
  if (info.merchantName) merchant.textContent = info.merchantName
  person.textContent = (info.employeeName ?? '') + (roles.length > 0 ? ` · ${roles.join('、')}` : '')
} catch {
  // Storage can be forbidden or hold something else.
}
// Shown only whole: painted while half of it had come, it would move when the other half came.
document.documentElement.dataset.frame = document.documentElement.dataset.awaits ?? ''
