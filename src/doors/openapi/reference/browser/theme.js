{
  // Applies the last chosen theme before the browser draws anything. Default: the theme of the system.
  let chosen
  try {
    chosen = localStorage.getItem('plat.theme')
  } catch {
    // Browsers can forbid storage.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
}
