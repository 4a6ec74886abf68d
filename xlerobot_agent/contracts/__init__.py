"""The words every part speaks: frozen pydantic models, enumerations and ports.

Import from the module that holds the word (``contracts.chunk``, ``contracts.scene``, …); this
package re-exports nothing, so that importing one contract costs only that contract.
"""
