/** The icon of the service as SVG: a plat map, which shows a block of land divided into lots. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="1" y="1" width="22" height="22" rx="4" fill="#17614f"/><path d="M4.5 5.5h15v13h-15zM4.5 12.5l15-2M11 5.5l1 6 1 7" fill="none" stroke="#f6f3ea" stroke-width="1.6"/></svg>'

/** The path that browsers request for pages that name no icon, such as JSON. */
export const ICON_PATH = '/favicon.ico'

export const ICON_TYPE = 'image/svg+xml'
