{
  // Apply the last chosen theme before anything is drawn. The default is the theme of the system.
  let chosen
  try {
    chosen = localStorage.getItem('plat.theme')
  } catch {
    // A browser may forbid storage.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
}
