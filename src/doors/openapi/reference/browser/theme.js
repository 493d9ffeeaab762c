{
  // The reader's last choice is applied before anything is drawn. Without one the page follows the system.
  let chosen
  try {
    chosen = localStorage.getItem('plat.theme')
  } catch {
    // A browser may forbid storage.
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
}
