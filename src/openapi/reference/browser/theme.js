{
  // What the reader chose last, before anything is drawn; without a choice the page goes by the system
  let chosen
  try {
    chosen = localStorage.getItem('plat.theme')
  } catch {
    // a browser may forbid storage
  }
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
}
