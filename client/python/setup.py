from pathlib import Path

from setuptools import setup

if not Path("plat_client/generated.py").exists():
    raise SystemExit('plat_client/generated.py is missing: run "npm run client" in Plat’s folder.')
setup()
