"""What people say, in English and Chinese, read by a grammar in which every word must fit.

A sentence that is understood only in part is not understood: nothing in it is done.
"""
